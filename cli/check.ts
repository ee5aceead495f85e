/** A line of the doctor. */
export interface Check {
  name: string
  ok: boolean
  says: string
  /** The service works, but the operator should act. */
  warns?: true
}
