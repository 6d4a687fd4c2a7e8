// Which page stands at which address.
import type { ComponentType } from "preact";

export interface PageProps {
  /** What stands behind the page's name in the address: a subscription, a group, a collection, a job. */
  names: string[];
}

export const PAGES: Record<string, ComponentType<PageProps>> = {};
