import { expressionName, expressionsOf, isBlank, isExpression, limits, type CharacterAsset } from '#modules/gallery/api'
import { uploadTypes } from '#modules/imagegen/api'
import ImagePlus from 'lucide-react/icons/image-plus'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useId, useRef } from 'react'
import { Picture } from '#web/components/shared/picture'
import { Button } from '#web/components/ui/button'
import { Input } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { Progress } from '#web/components/ui/progress'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { toastUndo } from '#web/lib/toasts'
import { useDrop } from '#web/lib/use_drop'
import { useExpressionUpload } from './use_expression_upload.ts'

interface ExpressionListProps {
  /** All assets of the character. */
  assets: readonly CharacterAsset[]
  /** Changes the latest assets. */
  onChange: (update: (assets: readonly CharacterAsset[]) => CharacterAsset[]) => void
  /** Returns the latest assets, for uploads that end later. */
  latest: () => readonly CharacterAsset[]
  /** Must be stable between renders. */
  onBusyChange: (isBusy: boolean) => void
}

const keyOf = ({ name }: Pick<CharacterAsset, 'name'>) => expressionName(name).toLowerCase()

/** The faces of a character. Pictures are named by their files, and a picture of a known name replaces the one before. */
export function ExpressionList({ assets, onChange, latest, onBusyChange }: ExpressionListProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const shown = assets.flatMap((asset, index) => (isExpression(asset) ? [{ asset, index }] : []))
  const defaultKey = expressionsOf(assets)[0]?.name.toLowerCase()

  const find = (name: string) =>
    latest().findIndex((asset) => isExpression(asset) && keyOf(asset) === name.toLowerCase())
  const { progress, problems, upload, stop } = useExpressionUpload({
    accepts(name, uploading) {
      const added = uploading.filter((each) => find(each) === -1).length
      return find(name) !== -1 || latest().filter(isExpression).length + added < limits.expressionsMax
    },
    onUploaded(name, address) {
      const known = find(name)
      onChange((assets) =>
        known === -1
          ? [...assets, { type: 'emotion', name, address }]
          : assets.with(known, { ...assets[known]!, address })
      )
    },
  })
  const isBusy = progress !== null
  useEffect(() => {
    if (!isBusy) return
    onBusyChange(true)
    return () => onBusyChange(false)
  }, [isBusy, onBusyChange])
  const { isOver, dropProps } = useDrop(({ files }) => void upload([...files]))

  const change = (index: number, fields: Partial<CharacterAsset>) =>
    onChange((assets) => assets.with(index, { ...assets[index]!, ...fields }))
  const makeDefault = (index: number) =>
    onChange((assets) =>
      assets.map(({ isDefault: _wasDefault, ...asset }, at) =>
        at === index ? { ...asset, isDefault: true as const } : asset
      )
    )
  const remove = (index: number) => {
    const removed = assets[index]!
    onChange((assets) => assets.toSpliced(index, 1))
    add.current?.focus()
    toastUndo(`${removed.name || 'Expression'} removed`, () =>
      onChange((assets) => assets.toSpliced(index, 0, removed))
    )
  }
  const percent = progress?.total ? Math.round((progress.done / progress.total) * 100) : undefined

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`} className="grid min-w-0 gap-2.5">
      <div className="grid gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <p id={`${id}-label`} className="text-sm font-semibold">
            Expressions
          </p>
          {shown.length > 0 && (
            <p className="text-xs text-faint tabular-nums">
              {shown.length} / {limits.expressionsMax}
            </p>
          )}
        </div>
        <p id={`${id}-note`} className="text-sm text-faint">
          Faces named by moods, such as joy, sad or angry. In chats, the face follows what the character says.
        </p>
      </div>
      <div
        {...dropProps}
        className={classNames(
          'grid gap-3 rounded-panel border border-dashed p-3 transition-colors sm:p-4',
          isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70 bg-field/40'
        )}
      >
        <ul
          aria-label="Expressions"
          className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 empty:hidden"
        >
          {shown.map(({ asset, index }, place) => {
            const problem = problemOf(asset, shown)
            const isDefault = problem === null && keyOf(asset) === defaultKey
            const label = asset.name || `expression ${place + 1}`
            return (
              <li key={index} className="grid min-w-0 content-start gap-1.5">
                <Picture
                  address={asset.address || null}
                  name={asset.name}
                  sizes="10rem"
                  className="aspect-square w-full rounded-panel"
                  imageClassName="object-[50%_10%]"
                />
                <Input
                  aria-label={`Name of expression ${place + 1}`}
                  aria-invalid={problem ? true : undefined}
                  aria-describedby={problem ? `${id}-${index}` : undefined}
                  autoComplete="off"
                  value={asset.name}
                  onChange={({ target }) => change(index, { name: target.value })}
                />
                <p id={`${id}-${index}`} className="text-xs text-danger-text empty:hidden">
                  {problem}
                </p>
                <div className="flex justify-between">
                  <IconButton
                    size="s"
                    label={isDefault ? `${label} is the default` : `Make ${label} the default`}
                    title={isDefault ? 'Default' : 'Make default'}
                    aria-pressed={isDefault}
                    icon={<Star className={isDefault ? 'fill-current text-accent-text' : undefined} />}
                    onClick={() => makeDefault(index)}
                  />
                  <IconButton
                    size="s"
                    label={`Remove ${label}`}
                    title="Remove"
                    icon={<Trash2 />}
                    onClick={() => remove(index)}
                  />
                </div>
              </li>
            )
          })}
        </ul>
        {progress ? (
          <div className="grid gap-2">
            <p role="status" className="text-sm text-soft">
              {progress.total === null
                ? 'Reading…'
                : `Uploading ${Math.min(progress.done + 1, progress.total)} of ${progress.total}…`}
            </p>
            <Progress label="Uploading expressions" {...(percent !== undefined && { value: percent })} />
            <Button className="justify-self-start" onClick={stop}>
              Cancel
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button ref={add} onClick={() => chooser.current?.click()}>
              <ImagePlus aria-hidden className="size-4" />
              Add expressions
            </Button>
            <p className="text-sm text-faint">
              Or drop pictures here, or a zip of them: PNG, JPEG, WebP or GIF. Animations show their first frame.
            </p>
          </div>
        )}
        <ul aria-label="Problems" className="grid gap-1 text-sm text-danger-text empty:hidden">
          {problems.slice(0, problemsShown).map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
          {problems.length > problemsShown && <li>And {problems.length - problemsShown} more.</li>}
        </ul>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="Choose expressions"
        accept={[...uploadTypes, '.zip', 'application/zip'].join(',')}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])])
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

const problemsShown = 5

/** Why an expression isn't shown, or can't be saved. */
const problemOf = (asset: CharacterAsset, all: readonly { asset: CharacterAsset }[]): string | null => {
  if (isBlank(expressionName(asset.name))) return 'Without a name, it isn’t shown.'
  if (countCodePoints(asset.name) > limits.expressionNameMax) return `At most ${limits.expressionNameMax} characters.`
  const first = all.find((other) => keyOf(other.asset) === keyOf(asset))
  return first && first.asset !== asset ? 'Another expression has this name.' : null
}
