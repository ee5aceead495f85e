import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { ModeratedGallery } from '#modules/gallery/index'
import { ModeratedPictures } from '#modules/imagegen/index'
import { Timers } from '#plugins/contract/timers'
import type { CaseRow } from './tables/case_row.ts'
import type { DecisionRow } from './tables/decision_row.ts'

type Target = Pick<CaseRow, 'thingKind' | 'thingId' | 'characterId' | 'authorId'>
type Decided = Pick<DecisionRow, 'kind' | 'until'>

/** Applies and undoes decisions in the modules that own what they change. */
@inject()
export class Effects {
  constructor(
    private readonly accounts: Accounts,
    private readonly gallery: ModeratedGallery,
    private readonly pictures: ModeratedPictures,
    private readonly timers: Timers
  ) {}

  /** Returns whether it changed anything. */
  async apply(target: Target, { kind, until }: Decided, trx: TransactionClientContract): Promise<boolean> {
    const { gallery, accounts } = this
    const { characterId, authorId } = target
    switch (kind) {
      case 'dismiss':
      case 'warn':
        return true
      case 'mark_adult':
        return gallery.restrict(characterId!, 'adult', trx)
      case 'hide':
        return gallery.restrict(characterId!, 'hidden', trx)
      case 'remove':
        return this.#remove(target, trx)
      case 'suspend':
      case 'ban':
        return accounts.setDisabled(authorId!, true, trx, until)
    }
  }

  /** `disabledUntil`: the end of another decision that still disables the account. Null: until further notice. Undefined: there is none. */
  async undo(
    target: Target,
    { kind, until }: Decided,
    disabledUntil: Date | null | undefined,
    trx: TransactionClientContract
  ): Promise<void> {
    const { gallery, accounts } = this
    const { characterId, authorId } = target
    // A suspension that is over has no effect, and the account may be disabled for another reason.
    const isOver = until !== null && until.getTime() <= this.timers.now()
    if (kind === 'mark_adult') await gallery.lift(characterId!, 'adult', trx)
    else if (kind === 'hide') await gallery.lift(characterId!, 'hidden', trx)
    else if (kind === 'remove') await this.#restore(target, trx)
    else if ((kind === 'suspend' || kind === 'ban') && !isOver)
      await accounts.setDisabled(authorId!, disabledUntil !== undefined, trx, disabledUntil)
  }

  #remove({ thingKind, thingId, characterId }: Target, trx: TransactionClientContract) {
    if (thingKind === 'comment') return this.gallery.removeComment(thingId, trx)
    if (thingKind === 'picture') return this.pictures.block(thingId, trx)
    return this.gallery.restrict(characterId!, 'removed', trx)
  }

  #restore({ thingKind, thingId, characterId }: Target, trx: TransactionClientContract) {
    if (thingKind === 'comment') return this.gallery.restoreComment(thingId, trx)
    if (thingKind === 'picture') return this.pictures.unblock(thingId, trx)
    return this.gallery.lift(characterId!, 'removed', trx)
  }
}
