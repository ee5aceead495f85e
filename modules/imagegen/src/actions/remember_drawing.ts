import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
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
  constructor(private readonly db: Database) {}

  /** Returns false if the picture was removed in the meantime. */
  async run({ url, options, ...drawing }: Drawing): Promise<boolean> {
    const [hash] = /[0-9a-f]{64}/.exec(url)!
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
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
