import { isBlank, isLonger } from '#modules/kernel/text'
import type { CharacterAsset } from './character_parts.ts'
import { oneLine, tooLong, tooMany } from './field_schemas.ts'
import { limits } from './limits.ts'

/*
 * Expressions are the assets of a character that show a mood. Cards may have any, so they are read within the limits, and only changes are
 * refused. The browser runs this file, so it must not depend on the server.
 */

/** A picture of a character in a mood. */
export interface Expression {
  /** Unique within a character, ignoring case. */
  name: string
  address: string
}

/** Emotions come first, because RisuAI's additional assets may be any pictures. */
const expressionTypes: readonly string[] = ['emotion', 'x-risu-asset']

export const isExpression = ({ type }: Pick<CharacterAsset, 'type'>): boolean => expressionTypes.includes(type)

/** The names that packs of pictures give to a face without a mood. */
export const neutralNames: readonly string[] = ['neutral', 'default', 'normal', 'idle', 'calm']

/** Returns the name of an expression. Cards often have the name of a file. */
export const expressionName = (assetName: string): string =>
  [...oneLine(assetName).replace(/\.(apng|avif|gif|jpe?g|png|webp)$/i, '')]
    .slice(0, limits.expressionNameMax)
    .join('')
    .trim()

/** Returns the expressions among the assets of a character. The first one is the default. */
export const expressionsOf = (assets: readonly CharacterAsset[]): Expression[] => {
  const found = new Map<string, Expression & { isDefault: boolean }>()
  const ordered = assets
    .filter(isExpression)
    .toSorted((a, b) => expressionTypes.indexOf(a.type) - expressionTypes.indexOf(b.type))
  for (const { name: assetName, address, isDefault = false } of ordered) {
    const name = expressionName(assetName)
    const key = name.toLowerCase()
    if (isBlank(name) || found.has(key)) continue
    if (found.size === limits.expressionsMax) break
    found.set(key, { name, address, isDefault })
  }
  const all = [...found.values()]
  const first =
    all.find(({ isDefault }) => isDefault) ??
    neutralNames.map((name) => found.get(name)).find((known) => known !== undefined) ??
    all[0]
  return (first ? [first, ...all.filter((other) => other !== first)] : []).map(({ name, address }) => ({
    name,
    address,
  }))
}

/** Returns why changed expressions can't be saved, or null. Those that a card brought may stay. */
export const expressionProblem = (
  assets: readonly CharacterAsset[],
  before: readonly CharacterAsset[]
): string | null => {
  const [now, stored] = [assets.filter(isExpression), before.filter(isExpression)]
  if (now.length > limits.expressionsMax && now.length > stored.length)
    return tooMany('expressions', limits.expressionsMax)
  const known = new Set(stored.map(({ name }) => name))
  if (now.some(({ name }) => !known.has(name) && isLonger(name, limits.expressionNameMax)))
    return tooLong('The name of an expression', limits.expressionNameMax)
  const [counts, countsBefore] = [countByName(now), countByName(stored)]
  const doubled = now.find(({ name }) => {
    const count = counts.get(name.toLowerCase())!
    return name !== '' && count > 1 && count > (countsBefore.get(name.toLowerCase()) ?? 0)
  })
  return doubled ? `Two expressions have the name “${doubled.name}”. Rename one of them.` : null
}

const countByName = (assets: readonly CharacterAsset[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { name } of assets) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return counts
}
