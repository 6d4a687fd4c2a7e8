// The pages that the navigation names, in the order in which people ask their questions.

export interface Entry {
  page: string;
  label: string;
  /** Other pages that belong to it. */
  also?: string[];
  /** Whether it is about the whole app. */
  whole?: boolean;
}

export const NAVIGATION: { title: string; pages: Entry[] }[] = [
  {
    title: "Now",
    pages: [
      { page: "today", label: "Today" },
      { page: "jobs", label: "Jobs", also: ["job", "edit", "new"] },
      { page: "collections", label: "Collections", also: ["collection"] },
    ],
  },
  {
    title: "What happened",
    pages: [
      { page: "failures", label: "Failures" },
      { page: "audit", label: "Changes" },
      { page: "set-aside", label: "Set aside", whole: true },
    ],
  },
  {
    title: "What comes",
    pages: [
      { page: "running", label: "Running" },
      { page: "upcoming", label: "Upcoming" },
      { page: "expiring", label: "Credentials" },
      { page: "clock-changes", label: "Clock changes" },
    ],
  },
  { title: "Setting up", pages: [{ page: "moving-in", label: "Moving in" }] },
];
