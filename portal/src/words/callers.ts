// Who somebody is, in words.

const IDENTITY = /^(?:oid|app):[0-9a-f-]{36} \((.+)\)$/su;

/** Return the name that an identity goes by; a key's name as it is. */
export function shownName(name: string): string {
  return IDENTITY.exec(name)?.[1] ?? name;
}
