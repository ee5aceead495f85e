import type { Done, Hold, Order } from './steps.ts'

interface Account {
  balance: number
  held: number
  debt: number
  bought: number
}

interface OrderSheet {
  isPaid: boolean
  refundedCents: number
  disputes: Map<string, { cents: number; state: 'open' | 'won' | 'lost' }>
  takenBack: number
}

/** A simple in-memory model of the ledger, independent of the implementation. */
export class LedgerModel {
  readonly #accounts = new Map<string, Account>()
  readonly #holds = new Map<string, Hold & { state: string }>()
  readonly #orders = new Map<string, OrderSheet>()
  readonly #done = new Set<string>()

  account(userId: string): Account {
    const account = this.#accounts.get(userId) ?? { balance: 0, held: 0, debt: 0, bought: 0 }
    this.#accounts.set(userId, account)
    return account
  }

  /** Applies a step and returns the expected outcome, or null when the model doesn't predict it. */
  note({ step, userId, hold, order, event }: Done): string | null {
    if (!userId) return 'nothing to do'
    const account = this.account(userId)
    const free = account.balance - account.held
    switch (step.verb) {
      case 'grant':
        this.#credit(account, step.amount)
        return 'posted'
      case 'deduct':
        if (free < step.amount) return 'insufficient_rubies'
        this.#spend(account, step.amount)
        return 'posted'
      case 'spend all':
        this.#spend(account, free)
        return free > 0 ? 'posted' : 'nothing to spend'
      case 'claim':
        if (this.#isNew(`${userId} ${step.day}`)) this.#credit(account, 10)
        return 'posted'
      case 'hold':
        if (free < step.amount) return 'ruby_accounts_enough_rubies'
        this.#holds.set(hold!.id, { ...hold!, state: 'held' })
        account.held += step.amount
        return 'nothing'
      case 'hold again':
        return 'nothing'
      case 'take': {
        const entry = this.#holds.get(hold!.id)!
        if (entry.state === 'held') {
          account.held -= entry.amount
          this.#spend(account, entry.amount)
          entry.state = 'taken'
        }
        return entry.state === 'taken' ? 'taken' : 'not taken'
      }
      case 'give back':
        return this.#release(account, hold!, 'given_back')
      case 'expire':
        this.#release(account, hold!, 'expired')
        return 'expired'
      case 'order':
        this.#orders.set(order!.id, { isPaid: false, refundedCents: 0, disputes: new Map(), takenBack: 0 })
        return 'open'
      case 'report': {
        if (!this.#isNew(event!.eventId)) return 'repeated'
        this.#report(account, order!, event!)
        return null
      }
    }
  }

  #report(account: Account, { id, rubies, cents }: Order, event: NonNullable<Done['event']>) {
    const sheet = this.#orders.get(id)!
    if (event.type === 'paid' && !sheet.isPaid) {
      sheet.isPaid = true
      this.#credit(account, rubies, { isBought: true })
    }
    if (event.type === 'refunded') sheet.refundedCents = Math.max(sheet.refundedCents, event.refundedCents)
    if ('disputeId' in event) {
      const entry = sheet.disputes.get(event.disputeId)
      const state = event.type === 'disputed' ? (entry?.state ?? 'open') : event.type === 'dispute_won' ? 'won' : 'lost'
      sheet.disputes.set(event.disputeId, { cents: Math.max(entry?.cents ?? 0, event.amountCents), state })
    }
    if (!sheet.isPaid) return

    const gone = [...sheet.disputes.values()].reduce(
      (sum, dispute) => sum + (dispute.state === 'won' ? 0 : dispute.cents),
      sheet.refundedCents
    )
    const due = Math.floor((rubies * Math.min(cents, gone)) / cents)
    if (due > sheet.takenBack) this.#takeBack(account, due - sheet.takenBack)
    if (due < sheet.takenBack) this.#credit(account, sheet.takenBack - due, { isBought: true })
    sheet.takenBack = due
  }

  #release(account: Account, hold: Hold, state: string): string {
    const entry = this.#holds.get(hold.id)!
    if (entry.state === 'held') {
      entry.state = state
      account.held -= entry.amount
      this.#payDebt(account)
    }
    return entry.state
  }

  /** Spends free rubies first. */
  #spend(account: Account, amount: number) {
    account.balance -= amount
    account.bought = Math.min(account.bought, account.balance)
  }

  #credit(account: Account, amount: number, { isBought = false } = {}) {
    account.balance += amount
    if (isBought) account.bought += amount
    this.#payDebt(account)
  }

  #takeBack(account: Account, amount: number) {
    account.debt += amount
    account.bought = Math.max(0, account.bought - amount)
    this.#payDebt(account)
  }

  #payDebt(account: Account) {
    const paid = Math.min(account.debt, account.balance - account.held)
    this.#spend(account, paid)
    account.debt -= paid
  }

  #isNew(key: string): boolean {
    if (this.#done.has(key)) return false
    this.#done.add(key)
    return true
  }
}
