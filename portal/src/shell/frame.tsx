// The frame around every page: where one can go, which subscription is shown, who is using it.
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { changeQuery, place } from "../state/address";
import { SkipLink } from "../parts/skip-link";
import { hashOfPage } from "../state/links";
import { caller, key, scopeNames, signOut, tokens } from "../state/session";
import { subscription, subscriptions } from "../state/subscription";
import { shownName } from "../words/callers";
import { NAVIGATION, type Entry } from "./navigation";
import { SearchBox } from "./search-box";

const LEFT = "You have left. Sign in to come back.";
const LEFT_WITH_KEY = "You have left. Give a key to come back.";

export function Frame({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <div class={open ? "frame open" : "frame"}>
      <SkipLink to="content">Skip to the content</SkipLink>
      <header class="top">
        <a class="brand" href={hashOfPage("today")}>
          <span aria-hidden="true" class="dot" /> Scheduler
        </a>
        <SearchBox />
        <button
          class="menu plain"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          Menu
        </button>
      </header>
      <div id="navigation" class="side" onClick={() => setOpen(false)}>
        <Navigation />
        <Who />
      </div>
      {children}
    </div>
  );
}

function Navigation() {
  const here = place.value.page;
  return (
    <nav aria-label="Pages">
      {NAVIGATION.map(({ title, pages }) => (
        <div key={title} role="group" aria-label={title}>
          <p class="group">{title}</p>
          {pages.filter(isTheirs).map(({ page, label, also = [] }) => (
            <a
              key={page}
              href={hashOfPage(page)}
              aria-current={[page, ...also].includes(here) ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** What a key with a scope is told nothing about is not offered to it. */
const isTheirs = ({ whole }: Entry) => !whole || scopeNames().length === 0;

function Who() {
  const many = subscriptions.value ?? [];
  return (
    <section class="who" aria-label="You" onClick={(event) => event.stopPropagation()}>
      {many.length > 1 && (
        <label>
          Subscription
          <select
            value={subscription.value}
            onChange={(event) => changeQuery({ in: event.currentTarget.value })}
          >
            {many.map((one) => (
              <option key={one.subscriptionId}>{one.subscriptionId}</option>
            ))}
          </select>
        </label>
      )}
      <p title={caller.value?.name}>
        {shownName(caller.value?.name ?? "")}
        {caller.value && !caller.value.canChange && <span class="muted"> · may read only</span>}
      </p>
      {scopeNames().length > 0 && (
        <p class="small muted">
          sees only <span class="mono">{scopeNames().join("/")}</span>
        </p>
      )}
      {(key.value !== null || tokens.value !== null) && (
        <button class="plain" onClick={() => signOut(tokens.value ? LEFT : LEFT_WITH_KEY)}>
          Leave
        </button>
      )}
    </section>
  );
}
