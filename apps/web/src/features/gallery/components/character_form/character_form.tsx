import * as rules from '#config/content_rules'
import { isLikelyDefinition } from '#modules/chat/api'
import { firstSentence, isBlank } from '#modules/gallery/api'
import Eye from 'lucide-react/icons/eye'
import { Fragment, useCallback, useState, useId, type ReactNode } from 'react'
import { FormProvider, useFormContext, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, NativeSelect } from '#web/components/ui/field'
import type { DrawSheetProps } from '#web/components/shared/draw_sheet_props'
import { LeaveDialog } from '#web/components/shared/leave_dialog'
import { PictureField } from '#web/components/shared/picture_field'
import { Checkbox } from '#web/components/ui/toggle'
import { useMediaQuery } from '#web/lib/use_media_query'
import { submitting } from '#web/lib/submitting'
import type { Author } from './author.ts'
import { AdvancedSection } from './advanced/advanced_section.tsx'
import { CharacterPreview } from './character_preview.tsx'
import { isAdult, type CharacterValues } from './character_values.ts'
import { forbiddenIn } from './check_values.ts'
import { ContextFit } from './context_fit.tsx'
import { FormActions } from './form_actions.tsx'
import { TagPicker } from './tag_picker.tsx'
import { TextField } from './text_field.tsx'
import type { CharacterFormState, PictureName } from './use_character_form.ts'
import { useValue } from './use_value.ts'

/** The same width as `xl` in the CSS. From this width on, the preview is beside the form. */
const previewQuery = '(min-width: 80rem)'

interface CharacterFormProps {
  state: CharacterFormState
  categories: readonly string[]
  saveLabel: string
  cancelAddress: string
  /** True for a new character. An existing character requires only its name and description. */
  needsAll: boolean
  /** Renders the sheet that draws a picture. */
  drawSheet: (props: DrawSheetProps) => ReactNode
  counts: { likes: number; messageCount: number }
  author: Author
  /** Shown above the fields. */
  notice?: ReactNode
}

/** The form of a new or existing character, with a preview. */
export function CharacterForm({
  state,
  categories,
  saveLabel,
  cancelAddress,
  needsAll,
  drawSheet,
  counts,
  author,
  notice,
}: CharacterFormProps) {
  const { form, guard } = state
  const hasPreviewColumn = useMediaQuery(previewQuery)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  // The name stays set while the sheet closes.
  const [sheet, setSheet] = useState<{ name: PictureName; isOpen: boolean } | null>(null)
  const draw = (name: PictureName) => setSheet({ name, isOpen: true })
  const preview = <CharacterPreview counts={counts} author={author} />
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <form
          aria-label="Character"
          noValidate
          className="grid min-w-0 gap-4 sm:gap-5"
          onSubmit={submitting(state.submit)}
        >
          {notice}
          {state.isRestored && (
            <div role="status">
              <Alert
                action={
                  <Button size="s" look="quiet" onClick={state.discard}>
                    Discard
                  </Button>
                }
              >
                Draft restored
              </Alert>
            </div>
          )}
          <FormSection title="First impression" help="How the character appears in the gallery.">
            <PictureRow
              name="avatar"
              state={state}
              onDraw={draw}
              hint="PNG, JPEG, WebP or GIF, up to 10 MB. You can drop or paste it here."
            />
            <TextField name="name" />
            <TextField name="description" rows={3} hint="One or two sentences that spark curiosity." />
            {!needsAll && <DescriptionQuestion />}
            <CategoryRow categories={categories} />
            <TagsRow addTypedRef={state.addTypedTag} />
          </FormSection>
          <FormSection title="Character" help="What defines the character. Shapes every reply.">
            <TextField
              name="personality"
              rows={4}
              isOptional={!needsAll}
              hint="How they speak and act, what they want, what they fear."
            />
            <TextField name="backstory" rows={6} isOptional={!needsAll} hint="What has happened to them so far." />
          </FormSection>
          <FormSection title="Start of a chat" help="{{char}} becomes the character’s name, {{user}} the user’s.">
            <TextField name="scenario" rows={3} isOptional hint="Where you two meet, and why." />
            <TextField
              name="firstMessage"
              rows={4}
              isOptional
              hint="What the character says first. Put actions between *asterisks*."
            />
            <ContextFit author={author} />
            <PictureRow
              name="background"
              state={state}
              onDraw={draw}
              hint="Shown behind the chat. If empty, we use the avatar, blurred."
            />
          </FormSection>
          <FormSection title="Visibility" help="You can change it at any time.">
            <AudienceRows />
          </FormSection>
          <AdvancedSection state={state} author={author} />
          <FormActions
            saveLabel={saveLabel}
            isSaving={state.isSaving}
            cancelAddress={cancelAddress}
            status={statusOf(state)}
            onFocus={state.focusOn}
          >
            {!hasPreviewColumn && (
              <Button onClick={() => setIsPreviewOpen(true)}>
                <Eye aria-hidden className="size-4" />
                Preview
              </Button>
            )}
          </FormActions>
        </form>
        {hasPreviewColumn ? (
          <aside
            aria-labelledby="preview"
            className="sticky top-[calc(var(--top-bar)+1.5rem)] max-h-[calc(100dvh-var(--top-bar)-3rem)] overflow-y-auto overscroll-contain pb-2 [scrollbar-width:thin]"
          >
            <h2 id="preview" className="mb-3 text-sm font-semibold text-soft">
              Preview
            </h2>
            {preview}
          </aside>
        ) : (
          <Dialog isOpen={isPreviewOpen} onClose={() => setIsPreviewOpen(false)} title="Preview">
            <div className="mt-4">{preview}</div>
          </Dialog>
        )}
      </div>
      {/* The sheet is outside the form, because the events of its content bubble through React's tree. */}
      {sheet && (
        <Fragment key={sheet.name}>
          {drawSheet({
            isOpen: sheet.isOpen,
            onClose: () => setSheet({ ...sheet, isOpen: false }),
            ...drawingOf(sheet.name, form.getValues()),
            onUse: (address) => {
              setPicture(form, sheet.name, address)
              setSheet({ ...sheet, isOpen: false })
            },
          })}
        </Fragment>
      )}
      <LeaveDialog
        guard={guard}
        question={
          state.isKept
            ? 'Your changes are saved as a draft on this device.'
            : 'Your changes can’t be saved on this device and will be lost.'
        }
      />
    </FormProvider>
  )
}

const statusOf = ({ isChanged, isKept }: CharacterFormState): string =>
  !isChanged ? '' : isKept ? 'Draft saved' : 'Not saved yet'

/** The maximum number of letters in a prompt. It is more than any picture needs. */
const promptMax = 600

/** Returns the prompt and the aspect ratio for a portrait or for the place of the scenario, from the character's own texts. */
const drawingOf = (name: PictureName, { description, tags, scenario }: CharacterValues) => {
  const [kind, words, aspect] =
    name === 'avatar'
      ? (['Portrait', `${description.trim()} ${tags.join(', ')}`, '2:3'] as const)
      : (['Place', scenario.trim() || description, '3:2'] as const)
  const prompt = words.trim() && [...`${kind}: ${words.trim()}`].slice(0, promptMax).join('')
  return { prompt, aspect }
}

const setPicture = (form: UseFormReturn<CharacterValues>, name: PictureName, address: string) => {
  form.setValue(name, address, { shouldValidate: true })
  // The stored focus belongs to the previous avatar.
  if (name === 'avatar') form.setValue('avatarFocus', null)
}

interface PictureRowProps {
  name: PictureName
  state: CharacterFormState
  hint: string
  onDraw: (name: PictureName) => void
}

function PictureRow({ name, state: { setBusy }, hint, onDraw }: PictureRowProps) {
  const { control, setValue } = useFormContext<CharacterValues>()
  const { ref, value, onChange, onBlur, error } = useValue(name)
  const [avatar, avatarFocus] = useWatch({ control, name: ['avatar', 'avatarFocus'] })
  const onBusyChange = useCallback((isBusy: boolean) => setBusy(name, isBusy), [setBusy, name])
  const common = { ref, value, onBlur, error: error ?? null, onDraw: () => onDraw(name), onBusyChange }
  if (name === 'background')
    return (
      <PictureField
        {...common}
        label="Background"
        onChange={onChange}
        hint={hint}
        isOptional
        shape="wide"
        fallback={avatar}
      />
    )
  return (
    <PictureField
      {...common}
      label="Avatar"
      onChange={(address) => {
        onChange(address)
        setValue('avatarFocus', null)
      }}
      hint={value === '' ? hint : 'Put the ring on the face: cards and avatars crop around it.'}
      focus={avatarFocus}
      onFocusChange={(focus) => setValue('avatarFocus', focus)}
    />
  )
}

function CategoryRow({ categories }: { categories: readonly string[] }) {
  const { control, register } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control, name: 'category' })
  return (
    <Field label="Category" error={errors.category?.message} className="sm:max-w-64">
      <NativeSelect {...register('category')}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </NativeSelect>
    </Field>
  )
}

function TagsRow({ addTypedRef }: { addTypedRef: CharacterFormState['addTypedTag'] }) {
  const { ref, value, onChange, onBlur, error } = useValue('tags')
  return (
    <TagPicker
      ref={ref}
      addTypedRef={addTypedRef}
      tags={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error ?? forbiddenIn('tags', value)}
    />
  )
}

function AudienceRows() {
  const { control, register } = useFormContext<CharacterValues>()
  const category = useWatch({ control, name: 'category' })
  const { ref, name, value, onChange, onBlur } = useValue('isNsfw')
  const isAdultCategory = category === rules.adultCategory
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Public"
        hint="Everyone can find it in the gallery. Otherwise only you can see it and chat with it."
        {...register('isPublic')}
      />
      <Checkbox
        label="Adult content"
        hint={
          isAdultCategory
            ? `Characters in the category ${rules.adultCategory} are always adult.`
            : 'Covered for users who haven’t enabled adult content in their settings.'
        }
        ref={ref}
        name={name}
        checked={isAdult({ category, isNsfw: value })}
        disabled={isAdultCategory}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

interface FormSectionProps {
  title: string
  help: string
  children: ReactNode
}

function FormSection({ title, help, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 rounded-card border border-line bg-raised p-4 sm:gap-6 sm:p-6"
    >
      <div>
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        <p className="mt-0.5 text-sm text-soft">{help}</p>
      </div>
      {children}
    </section>
  )
}

const fields = ['description', 'personality', 'backstory', 'scenario', 'descriptionIsTeaser'] as const

/**
 * Asks the owner about a description that is longer than the character's other texts. Until the answer is saved, prompts contain the
 * description.
 */
function DescriptionQuestion() {
  const { control, setValue } = useFormContext<CharacterValues>()
  const [description, personality, backstory, scenario, isTeaser] = useWatch({ control, name: fields })
  if (isTeaser || !isLikelyDefinition({ description, personality, backstory, scenario })) return null
  const move = () => {
    setValue('backstory', [description, backstory].filter((text) => !isBlank(text)).join('\n\n'), {
      shouldValidate: true,
    })
    setValue('description', firstSentence(description), { shouldValidate: true })
  }
  return (
    <Alert
      title="Is this the character’s definition?"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="s" onClick={move}>
            Move it to Backstory
          </Button>
          <Button size="s" look="quiet" onClick={() => setValue('descriptionIsTeaser', true)}>
            No, it’s a teaser
          </Button>
        </div>
      }
    >
      Models read the personality, backstory and scenario. They read the description only while it’s longer than those.
    </Alert>
  )
}
