import { Hook } from '#modules/kernel/hook'
import type { OpenedAccount } from '../index.ts'

/** What `Accounts` describes for other modules. */
export class AccountHooks {
  readonly opened = new Hook<OpenedAccount>()
  readonly disabled = new Hook<{ userId: string }>()
  readonly enabled = new Hook<{ userId: string }>()
  readonly closing = new Hook<{ userId: string }>()
}
