import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { PictureCharges, type PictureHold } from './picture_charges.ts'
import type { DrawnPictureRow } from '../tables/drawn_picture_row.ts'

export type Drawing = Pick<
  DrawnPictureRow,
  'userId' | 'prompt' | 'model' | 'modelName' | 'aspect' | 'options' | 'isDemo'
> & {
  /** The address of the stored picture. */
  url: string
  seed: number | null
}

/** Adds a stored picture to its user's list. The same picture again moves to the top. */
@inject()
export class RememberDrawing {
  constructor(
    private readonly db: Database,
    private readonly charges: PictureCharges
  ) {}

  /** Charges the hold in the same transaction. Returns false, without a charge, if the picture was removed in the meantime. */
  run(drawing: Drawing, hold: PictureHold | null): Promise<boolean> {
    return this.db.transaction(async (trx) => {
      const isListed = await this.#list(drawing, trx)
      if (isListed && hold) await this.charges.take(hold, `Picture: ${drawing.modelName}`, trx)
      return isListed
    })
  }

  async #list({ url, options, ...drawing }: Drawing, trx: TransactionClientContract): Promise<boolean> {
    const [hash] = /[0-9a-f]{64}/.exec(url)!
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO drawn_pictures (user_id, id, hash, prompt, model, model_name, aspect, options, seed, is_demo)
       SELECT :userId::uuid, :id::uuid, hash, :prompt, :model, :modelName, :aspect, :options::jsonb, :seed::bigint, :isDemo::boolean
       FROM pictures WHERE hash = :hash FOR SHARE
       ON CONFLICT ON CONSTRAINT drawn_pictures_once DO UPDATE SET
         id = excluded.id, prompt = excluded.prompt, model = excluded.model, model_name = excluded.model_name,
         aspect = excluded.aspect, options = excluded.options, seed = excluded.seed, is_demo = excluded.is_demo,
         created_at = excluded.created_at
       RETURNING id`,
      { ...drawing, id: newId(), hash, options: JSON.stringify(options) } as never
    )
    return rows.length > 0
  }
}
