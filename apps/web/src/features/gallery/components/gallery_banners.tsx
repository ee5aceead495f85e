import type { ReactNode } from 'react'

interface GalleryBannersProps {
  /** A `Banner`, if any. */
  verifyEmail?: ReactNode
  dailyReward?: ReactNode
  discord?: ReactNode
}

/** Banners above the grid: side by side on wide screens. On phones a carousel after the first shelf. */
export function GalleryBanners({ verifyEmail, dailyReward, discord }: GalleryBannersProps) {
  return (
    <div className="mb-6 grid gap-3 max-sm:order-1 *:snap-start empty:hidden max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:auto-cols-[calc(100%-1.5rem)] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:px-4 max-sm:[scrollbar-width:none] max-sm:has-[>:only-child]:auto-cols-[100%] xl:auto-cols-fr xl:grid-flow-col">
      {verifyEmail}
      {dailyReward}
      {discord}
    </div>
  )
}
