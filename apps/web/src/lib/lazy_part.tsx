import { lazy, useState, type ComponentType } from 'react'

export type LazyPart<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/** A component in a chunk of its own, as by `lazy`. Once its `load` is done it renders at once, with no fallback in between. */
export function lazyPart<Props extends object>(importPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let loaded: ComponentType<Props> | null = null
  const load = () => (loading ??= importPart().then((part) => (loaded = part)))
  const Waiting = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // For good once it is shown, or it would begin anew when its chunk has come.
    const [Shown] = useState(() => loaded ?? Waiting)
    return <Shown {...props} />
  }
  return Object.assign(Part, { load })
}
