import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { widthValidator } from './validators.ts'

/** Returns the width in `?w=`, undefined if it is missing, or NaN if it is invalid. */
export const requestedWidth = async (ctx: HttpContext): Promise<number | undefined> =>
  (await readQuery(ctx, widthValidator)).w
