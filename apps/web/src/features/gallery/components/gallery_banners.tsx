import type { ReactNode } from 'react'

interface GalleryBannersProps {
  /** Each a `Banner`, or nothing when there is nothing to offer. */
  dailyReward?: ReactNode
  discord?: ReactNode
}

/** The two places above the grid. Side by side where both have room; an empty one takes none. */
export function GalleryBanners({ dailyReward, discord }: GalleryBannersProps) {
  return (
    <div className="mb-6 grid gap-3 empty:hidden xl:auto-cols-fr xl:grid-flow-col">
      {dailyReward}
      {discord}
    </div>
  )
}
