import { createHash } from 'node:crypto'
import type { Steps } from '#modules/kernel/steps'
import { engineLimits } from './limits.ts'
import type { Candidate } from './prepare.ts'
import type { Effects, LoreEntry, LoreState, TimedEffect } from './types.ts'

type MutableEffects = Record<string, TimedEffect>

const isTimed = ({ entry, decorators }: Candidate): boolean =>
  entry.sticky > 0 || entry.cooldown > 0 || decorators.keepAfterMatch === true || decorators.dropAfterMatch === true

/** Returns the hash of everything that the author wrote. A changed entry loses its effects. */
const hashOf = ({ entry }: Candidate): string => {
  const hash = knownHashes.get(entry) ?? createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 16)
  knownHashes.set(entry, hash)
  return hash
}

/** The hashes of entries. Entries stay the same between replies, because they are cached. */
const knownHashes = new WeakMap<LoreEntry, string>()

/**
 * Marks the candidates that have effects of earlier messages, and returns the state without ended effects. An effect ends when its time is
 * over, when its entry has changed, or when the messages that started it are gone (after a reroll or deletion). When the time of a sticky
 * effect is over, the entry's cooldown starts. Effects of missing entries stay until their time is over, because the book may be used
 * again.
 */
export function* checkEffects(
  candidates: readonly Candidate[],
  state: LoreState,
  chatLength: number
): Steps<LoreState> {
  if ([state.sticky, state.cooldown, state.once].every(isEmpty)) return state
  const timed = new Map(candidates.filter(isTimed).map((candidate) => [candidate.key, candidate]))
  const isStale = (key: string, { hash, start, protected: isProtected }: TimedEffect): boolean => {
    const candidate = timed.get(key)
    return (chatLength <= start && !isProtected) || (candidate !== undefined && hashOf(candidate) !== hash)
  }
  const sticky: MutableEffects = {}
  const cooldown: MutableEffects = {}
  const once: MutableEffects = {}
  for (const [key, effect] of Object.entries(state.cooldown)) {
    yield
    if (!isStale(key, effect) && chatLength < effect.end) cooldown[key] = effect
  }
  let cooling = Object.keys(cooldown).length
  for (const [key, effect] of Object.entries(state.sticky)) {
    yield
    if (isStale(key, effect)) continue
    if (chatLength < effect.end) {
      sticky[key] = effect
      continue
    }
    const candidate = timed.get(key)
    const rest = candidate?.entry.cooldown ?? 0
    if (rest > 0 && cooling++ < engineLimits.effectsMax) cooldown[key] = effectOf(candidate!, chatLength, rest, true)
  }
  for (const [key, effect] of Object.entries(state.once)) {
    yield
    if (!isStale(key, effect)) once[key] = effect
  }
  for (const [key, candidate] of timed) {
    candidate.isSticky = Object.hasOwn(sticky, key)
    candidate.isCooling = Object.hasOwn(cooldown, key)
    candidate.wasUsed = Object.hasOwn(once, key)
  }
  return { sticky, cooldown, once }
}

const isEmpty = (effects: Effects): boolean => Object.keys(effects).length === 0

const effectOf = (candidate: Candidate, start: number, length: number, isProtected: boolean): TimedEffect => ({
  hash: hashOf(candidate),
  start,
  end: start + length,
  protected: isProtected,
})

/** Adds the effects of the used entries, while there is room. A second use doesn't prolong an effect. */
export function* startEffects(used: readonly Candidate[], state: LoreState, chatLength: number): Steps<LoreState> {
  const timed = used.filter(isTimed)
  if (timed.length === 0) return state
  const next = { sticky: { ...state.sticky }, cooldown: { ...state.cooldown }, once: { ...state.once } }
  const counts = new Map(Object.values(next).map((effects) => [effects, Object.keys(effects).length]))
  for (const candidate of timed) {
    yield
    const { key, entry, decorators } = candidate
    const begin = (effects: MutableEffects, length: number) => {
      const count = counts.get(effects)!
      if (count >= engineLimits.effectsMax || Object.hasOwn(effects, key)) return
      effects[key] = effectOf(candidate, chatLength, length, false)
      counts.set(effects, count + 1)
    }
    if (entry.sticky > 0) begin(next.sticky, entry.sticky)
    if (entry.cooldown > 0) begin(next.cooldown, entry.cooldown)
    if (decorators.keepAfterMatch || decorators.dropAfterMatch) begin(next.once, 0)
  }
  return next
}
