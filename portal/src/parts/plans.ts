// The plans of collections, and how many jobs each allows.
import type { Collection } from "../api/types";

export type PlanName = Collection["properties"]["sku"]["name"];

export const PLANS: Record<PlanName, { label: string; jobs: number }> = {
  Standard: { label: "Standard: 50 jobs", jobs: 50 },
  P20Premium: { label: "P20Premium: 1,000 jobs", jobs: 1_000 },
  P10Premium: { label: "P10Premium: 50 jobs, more collections", jobs: 50 },
  Free: { label: "Free: 5 jobs, hourly at most, one collection", jobs: 5 },
};

export const PLAN_OPTIONS = Object.entries(PLANS).map(
  ([name, { label }]) => [name as PlanName, label] as const,
);
