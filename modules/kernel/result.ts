/** The outcome of a call that may fail in expected ways. Unexpected errors are thrown. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; failure: Failure }

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })
export const fail = <Failure>(failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })
