import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

export type LazyPart<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/**
 * Like React's `lazy`, but after `load` has resolved it renders without showing a fallback. While it loads, it shows the fallback. Without
 * one, it suspends the boundary around it.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let loaded: ComponentType<Props> | null = null
  const load = () => (loading ??= importPart().then((part) => (loaded = part)))
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // Never switches: another component would remount and lose its state.
    const [Component] = useState(() => loaded ?? Lazy)
    const part = <Component {...props} />
    return fallback === undefined ? part : <Suspense fallback={fallback}>{part}</Suspense>
  }
  return Object.assign(Part, { load })
}

/** A dialog that loads when it first opens. It stays mounted when it closes. */
export function lazyDialog<Props extends { isOpen: boolean }>(
  importDialog: () => Promise<ComponentType<Props>>
): ComponentType<Props> {
  const Dialog = lazyPart(importDialog, null)
  return function LazyDialog(props) {
    const [wasOpened, setWasOpened] = useState(props.isOpen)
    if (props.isOpen && !wasOpened) setWasOpened(true)
    return wasOpened && <Dialog {...props} />
  }
}
