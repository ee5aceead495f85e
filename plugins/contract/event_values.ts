import type { StreamEvent } from './event_parser.ts'

const doneMark = /^"?\[?done\]?"?$/i

/**
 * Returns the objects of an event, which is usually one. `done` is the end of an event stream, `[DONE]` in any spelling. `ignored` is an
 * event without content, which some servers send to keep the connection open. Returns none for an event that can't be read.
 */
export function eventValues({ event, data }: StreamEvent): (object | 'done' | 'ignored')[] {
  // The common case costs one parse.
  const value = data.startsWith('{') ? parsed(data) : undefined
  if (value !== undefined) return [event === 'error' && !('error' in value) ? { error: value } : value]
  const text = data.trim()
  if (text === '') return ['ignored']
  if (doneMark.test(text)) return ['done']
  // An event that is labelled twice.
  if (/^data:/i.test(text)) return eventValues({ event, data: text.replace(/^(?:data:\s*)+/i, '') })
  const whole = parsed(text)
  if (whole !== undefined) return Array.isArray(whole) ? whole.filter(isObject) : [whole]
  // Events that aren't separated by a blank line.
  if (text.includes('\n')) return text.split('\n').flatMap((line) => eventValues({ event, data: line }))
  return []
}

const parsed = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
