/** The moments at which a test can hold a server. */
export type Gate =
  /** A reply has begun in the database, and its process hasn't read the answer yet. */
  | 'held'
  /** A reply has begun, and its model isn't called yet. */
  | 'begun'
  /** New text of running replies is saved. */
  | 'tail_saved'
  /** A reply has its whole text. */
  | 'before_end'
  /** The end of a reply is committed, and its process hasn't read the answer yet. */
  | 'end_unconfirmed'
  /** The end of a reply is confirmed, and its listeners don't know it yet. */
  | 'charged'
  /** A payment event has changed the ledger in a transaction that isn't committed yet. */
  | 'event_applied'
  /** An order is committed, and the payment provider doesn't know it yet. */
  | 'order_committed'

/**
 * Resolves when the test lets the process go on. Rejects with an outage where the test wants a lost answer. `ids` names what
 * has arrived: sessions, an order, or a buyer. Contexts have gates only in a server under test.
 */
export type Gates = (gate: Gate, ids: readonly string[]) => Promise<void>

/** The gates of this process. A server that isn't under test has none. */
export abstract class TestGates {
  abstract readonly gates?: Gates
}
