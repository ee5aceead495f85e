/** Whether the operator has paused new replies and purchases. Bound by admin. */
export abstract class Maintenance {
  /** The operator's sentence for users. Null: no maintenance. A change reaches every process within a second. */
  abstract readonly sentence: string | null
}
