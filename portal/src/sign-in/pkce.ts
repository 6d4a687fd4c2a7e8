// Proof Key for Code Exchange: only the tab that began to sign in can finish it.

/** Return 32 random bytes as text for an address. */
export function randomText(): string {
  return textOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** Return the challenge that a verifier answers: its SHA-256, as text for an address. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return textOf(new Uint8Array(digest));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
