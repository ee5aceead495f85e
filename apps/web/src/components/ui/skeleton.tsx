import { classNames } from '../../lib/class_names.ts'

/** What will be there, as a plane that light passes over. Give it the size of the thing; say elsewhere that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('gleam rounded-control bg-hover', className)} />
}
