import { useEffect, useRef, useState, type RefObject } from 'react'

/** Returns a ref with the value of the last render, for callbacks that must not change. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Returns an object that never changes and calls the latest actions, so that memoized rows don't render again. */
export function useStable<Actions extends object>(actions: Actions): Actions {
  const latest = useLatest(actions)
  const [stable] = useState(() => {
    const call =
      (name: keyof Actions) =>
      (...args: unknown[]) =>
        (latest.current[name] as (...args: unknown[]) => unknown)(...args)
    return Object.fromEntries(Object.keys(actions).map((name) => [name, call(name as keyof Actions)])) as Actions
  })
  return stable
}
