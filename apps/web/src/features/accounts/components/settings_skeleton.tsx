import { Loading, Skeleton } from '#web/components/ui/skeleton'

export function SettingsSkeleton() {
  return (
    <Loading
      label="Loading settings"
      className="grid gap-x-12 gap-y-5 pt-2 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-4 w-full max-w-64" />
        <Skeleton className="h-4 w-44" />
      </div>
      <div className="grid gap-6">
        <Skeleton className="h-40 rounded-panel sm:h-42" />
        <div className="grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-17" />
          <Skeleton className="h-17" />
        </div>
        <Skeleton className="h-17" />
        <Skeleton className="h-11 w-36" />
      </div>
    </Loading>
  )
}
