// What the app answers, as its OpenAPI document describes it.
import type { components } from "../../made/openapi";

type Schemas = components["schemas"];

export type Collection = Schemas["JobCollection"];
export type Job = Schemas["Job"];
export type Summary = Schemas["Summary"];
export type HistoryEntry = Schemas["JobHistory"];
export type Runs = Schemas["Runs"];
export type Run = Exclude<NonNullable<Runs["runs"]>[number], string>;
export type Occurrence = Schemas["Occurrence"];
export type OccurrenceFacts = Occurrence["properties"];
export type Asked = Schemas["Asked"]["properties"];
export type Change = Schemas["Change"];
export type ComingRun = Schemas["ComingRun"];
export type Crowds = Schemas["Crowds"]["properties"];
export type RunUnderWay = Schemas["RunUnderWay"];
export type Credential = Schemas["Credential"];
export type ClockChange = Schemas["ClockChange"];
export type Subscription = Schemas["Subscription"];
export type Trial = Schemas["Trial"];
export type Caller = Schemas["Caller"];
export type SignIn = Schemas["SignIn"];
export type Status = Schemas["Condition"];
export type Disabled = Schemas["Disabled"];
export type Calendar = Schemas["Calendar"];

/** A definition on its way in or out: the app alone judges it, so here it is plain JSON. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };
