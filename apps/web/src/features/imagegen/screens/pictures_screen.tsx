import type { ListedPicture } from '#modules/imagegen/api'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Images from 'lucide-react/icons/images'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Picture } from '#web/components/shared/picture'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import { useDeletion } from '#web/lib/use_deletion'
import { screens } from '#web/screens'
import { DeletePictureDialog } from '../components/delete_picture_dialog.tsx'
import { useDrawnPictures } from '../drawn_pictures.ts'
import { keptPictures } from '../kept_pictures.ts'
import { madeBy } from '../made_by.ts'
import { shapeClasses } from '../shapes.ts'

const PictureMenu = lazyPart(async () => (await import('../components/picture_menu.tsx')).PictureMenu)

const BackgroundDialog = lazyPart(
  async () => (await import('../components/background_dialog.tsx')).BackgroundDialog,
  null
)

/** The pictures that the user had drawn, with what it takes to draw them again. */
export function PicturesScreen({ userId }: { userId: string }) {
  const query = useDrawnPictures()
  const pictures = query.data?.pages.flatMap(({ items }) => items) ?? []
  /** The address of the picture that is put behind a chat. */
  const [behind, setBehind] = useState<string | null>(null)
  const deletion = useDeletion<ListedPicture>()
  const navigate = useNavigate()
  const generate = (
    <ButtonLink to={screens.imageGenerator.path} look="primary">
      <Sparkles aria-hidden className="size-4" />
      Generate a picture
    </ButtonLink>
  )
  const drawAgain = ({ prompt, model, aspect, options, seed }: ListedPicture) => {
    keptPictures.setDraft(userId, {
      prompt,
      model,
      aspect,
      options: { ...options, ...(seed !== null && { seed }) },
    })
    void navigate(screens.imageGenerator.path)
  }
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader ref={deletion.heading} title="Pictures" lead="Everything you generated, with its prompt.">
        {(!query.data || pictures.length > 0) && generate}
      </PageHeader>
      {query.isPending ? (
        <Loading label="Loading pictures">
          <div className="flex flex-wrap gap-x-5 gap-y-7">
            {Array.from({ length: 6 }, (_, index) => (
              <div key={index} className={shapeClasses['1:1'].item}>
                <Skeleton className="aspect-square w-full rounded-card" />
              </div>
            ))}
          </div>
        </Loading>
      ) : !query.data ? (
        <LoadFailed title="Couldn’t load your pictures" query={query} />
      ) : pictures.length === 0 ? (
        <EmptyState
          icon={<Images />}
          title="No pictures yet"
          text="Pictures that you generate are kept here, with the prompt and the seed that draw them again."
        >
          {generate}
        </EmptyState>
      ) : (
        <PagedResults list={query} count={pictures.length} itemName="picture" itemsName="pictures">
          <ul aria-label="Your pictures" className="flex flex-wrap items-start gap-x-5 gap-y-7">
            {pictures.map((picture) => (
              <li key={picture.id} className={classNames('flex min-w-0 flex-col', shapeClasses[picture.aspect].item)}>
                <PictureItem
                  picture={picture}
                  onAgain={() => drawAgain(picture)}
                  onBackground={() => setBehind(picture.url)}
                  onDelete={(button) => deletion.ask(picture, button)}
                />
              </li>
            ))}
          </ul>
        </PagedResults>
      )}
      {behind !== null && <BackgroundDialog url={behind} onClose={() => setBehind(null)} />}
      <DeletePictureDialog picture={deletion.item} {...deletion.dialogProps} />
    </div>
  )
}

interface PictureItemProps {
  picture: ListedPicture
  onAgain: () => void
  onBackground: () => void
  onDelete: (button: HTMLElement | null) => void
}

function PictureItem({ picture, onAgain, onBackground, onDelete }: PictureItemProps) {
  const { id, url, prompt, modelName, aspect, seed, isDemo } = picture
  const menu = <IconButton label={`More for: ${prompt}`} icon={<Ellipsis />} data-picture-menu={id} />
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open: ${prompt}`}
        className="block overflow-clip rounded-card border border-line outline-offset-3 hover:border-line-strong"
      >
        <Picture
          address={url}
          name={prompt}
          sizes="(min-width: 40rem) 24rem, 92vw"
          imageClassName="object-center"
          initialsClassName="text-3xl"
          className={classNames('w-full', shapeClasses[aspect].box)}
        />
      </a>
      <p dir="auto" className="mt-2.5 line-clamp-3 text-sm break-words">
        {prompt}
      </p>
      <p className="mt-0.5 text-xs break-words text-faint">
        {[madeBy(isDemo), modelName, seed !== null && `Seed ${seed}`].filter(Boolean).join(' · ')}
      </p>
      <div className="mt-2 flex items-center gap-2">
        <Button size="s" onClick={onAgain}>
          <RefreshCw aria-hidden className="size-4" />
          Again with changes
        </Button>
        <LazyMenu trigger={menu}>
          <PictureMenu
            picture={picture}
            trigger={menu}
            onBackground={onBackground}
            onDelete={() => onDelete(document.querySelector(`[data-picture-menu="${id}"]`))}
          />
        </LazyMenu>
      </div>
    </>
  )
}
