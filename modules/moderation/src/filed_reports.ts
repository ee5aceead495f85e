import { Hook } from '#modules/kernel/hook'

/** Tells later modules of reports. */
export class FiledReports {
  /** Runs in the transaction that files the report of a user or a notice. */
  readonly filed = new Hook<{ reportId: string; thingKind: string; reason: string }>()
}
