import { Hook } from '#modules/kernel/hook'
import type { OpenedAccount } from '../index.ts'

/** The hooks of `Accounts`, which describes them. */
export class AccountHooks {
  readonly opened = new Hook<OpenedAccount>()
  readonly profileChanged = new Hook<{ userId: string }>()
  readonly disabled = new Hook<{ userId: string }>()
  readonly enabled = new Hook<{ userId: string }>()
  readonly closing = new Hook<{ userId: string }>()
}
