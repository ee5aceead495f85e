import { lazy, useState, type ComponentType } from 'react'

export type LazyPart<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/** Like React's `lazy`, but after `load` has resolved it renders without showing a fallback. */
export function lazyPart<Props extends object>(importPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let loaded: ComponentType<Props> | null = null
  const load = () => (loading ??= importPart().then((part) => (loaded = part)))
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // Never switches: another component would remount and lose its state.
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Part, { load })
}
