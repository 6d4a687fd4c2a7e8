"use strict";
// What tests ask the broker to do wrong, so many times or until it is taken back.

const KINDS = ["detach", "drop-before-storing", "drop-after-storing", "refuse", "silence"];

class Faults {
  #fault = null;

  ask(fault) {
    if (!KINDS.includes(fault?.kind)) throw new Error(`kind must be one of ${KINDS.join(", ")}`);
    this.#fault = { times: Infinity, ...fault };
    return fault;
  }

  clear() {
    this.#fault = null;
    return {};
  }

  /** Return the fault if it is asked for now, and count it. */
  take(kind) {
    const fault = this.#fault;
    if (fault?.kind !== kind) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#fault = null;
    return fault;
  }
}

module.exports = { Faults };
