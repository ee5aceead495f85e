import * as rules from '#config/content_rules'
import type { ModelTier } from '#modules/chat/api'
import Eye from 'lucide-react/icons/eye'
import { useCallback, useState, type ReactNode } from 'react'
import { Controller, FormProvider, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Alert } from '../../../../components/ui/alert.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm_dialog.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { Field, NativeSelect } from '../../../../components/ui/field.tsx'
import { PictureField } from '../../../../components/shared/picture_field.tsx'
import { Checkbox } from '../../../../components/ui/toggle.tsx'
import { useMediaQuery } from '../../../../lib/use_media_query.ts'
import { CharacterPreview } from './character_preview.tsx'
import { isAdult, type CharacterValues } from './character_values.ts'
import { forbiddenIn } from './check_values.ts'
import { ContextFit } from './context_fit.tsx'
import { FormActions } from './form_actions.tsx'
import { FormSection } from './form_section.tsx'
import { TagPicker } from './tag_picker.tsx'
import { TextField } from './text_field.tsx'
import type { CharacterFormState } from './use_character_form.ts'

/** The same as the `xl` of the style sheet: from here on there is room for the preview beside the form. */
const roomy = '(min-width: 80rem)'

export interface CharacterFormProps {
  state: CharacterFormState
  categories: readonly string[]
  saveLabel: string
  cancelAddress: string
  /** A new character needs everything but what is marked as optional; an old one only its name and description. */
  needsAll: boolean
  /** Where an avatar can be drawn; null while there is no such place. */
  generatorAddress: string | null
  counts: { likes: number; messageCount: number }
  userName: string
  /** The models that people chat with; empty while they aren't known. */
  tiers: readonly ModelTier[]
  /** Above the fields. */
  notice?: ReactNode
}

/** Everything that makes a character, and what it will look like. */
export function CharacterForm({
  state,
  categories,
  saveLabel,
  cancelAddress,
  needsAll,
  generatorAddress,
  counts,
  userName,
  tiers,
  notice,
}: CharacterFormProps) {
  const { form, guard } = state
  const isRoomy = useMediaQuery(roomy)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const preview = <CharacterPreview counts={counts} userName={userName} />
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <form
          aria-label="Character"
          noValidate
          className="grid min-w-0 gap-4 sm:gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void state.submit()
          }}
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
          <FormSection title="At first sight" help="What people see in the gallery.">
            <PictureRow
              name="avatar"
              state={state}
              generatorAddress={generatorAddress}
              hint="PNG, JPEG or WebP, up to 10 MB. It can be dropped or pasted here."
            />
            <TextField name="name" />
            <TextField name="description" rows={3} hint="A sentence or two that make one curious." />
            <CategoryRow categories={categories} />
            <TagsRow addTypedRef={state.addTypedTag} />
          </FormSection>
          <FormSection title="Who it is" help="What the character knows of itself. It shapes every reply.">
            <TextField
              name="personality"
              rows={4}
              isOptional={!needsAll}
              hint="How it speaks and acts, what it wants, what it fears."
            />
            <TextField name="backstory" rows={6} isOptional={!needsAll} hint="What has happened to it so far." />
          </FormSection>
          <FormSection title="How a chat begins" help="{{char}} becomes the character’s name, {{user}} the reader’s.">
            <TextField name="scenario" rows={3} isOptional hint="Where the two meet, and why." />
            <TextField
              name="firstMessage"
              rows={4}
              isOptional
              hint="What it says first. *Between asterisks* stands what it does."
            />
            <ContextFit tiers={tiers} userName={userName} />
            <PictureRow name="background" state={state} hint="Behind the chat. Without one it is the avatar." />
          </FormSection>
          <FormSection title="Who may see it" help="This can be changed at any time.">
            <AudienceRows />
          </FormSection>
          <FormActions
            saveLabel={saveLabel}
            isSaving={state.isSaving}
            cancelAddress={cancelAddress}
            status={statusOf(state)}
            onFocus={state.focusOn}
          >
            {!isRoomy && (
              <Button onClick={() => setIsPreviewOpen(true)}>
                <Eye aria-hidden className="size-4" />
                Preview
              </Button>
            )}
          </FormActions>
        </form>
        {isRoomy ? (
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
      <ConfirmDialog
        isOpen={guard.isAsking}
        title="Leave without saving?"
        question={
          state.isKept
            ? 'What you have written is kept as a draft on this device.'
            : 'What you have written can’t be kept on this device and will be lost.'
        }
        confirmLabel="Leave"
        onConfirm={guard.leave}
        onCancel={guard.stay}
      />
    </FormProvider>
  )
}

const statusOf = ({ isChanged, isKept }: CharacterFormState): string =>
  !isChanged ? '' : isKept ? 'Draft kept' : 'Not saved yet'

interface PictureRowProps {
  name: 'avatar' | 'background'
  state: CharacterFormState
  hint: string
  generatorAddress?: string | null
}

function PictureRow({ name, state: { setBusy }, hint, generatorAddress }: PictureRowProps) {
  const { control } = useFormContext<CharacterValues>()
  const avatar = useWatch({ control, name: 'avatar' })
  const onBusyChange = useCallback((isBusy: boolean) => setBusy(name, isBusy), [setBusy, name])
  const isBackground = name === 'background'
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <PictureField
          ref={field.ref}
          label={isBackground ? 'Background' : 'Avatar'}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          hint={hint}
          error={fieldState.error?.message}
          isOptional={isBackground}
          shape={isBackground ? 'wide' : 'square'}
          fallback={isBackground ? avatar : undefined}
          generatorAddress={generatorAddress}
          onBusyChange={onBusyChange}
        />
      )}
    />
  )
}

function CategoryRow({ categories }: { categories: readonly string[] }) {
  const { control, register } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control, name: 'category' })
  return (
    <Field label="Category" error={errors.category?.message} className="sm:max-w-64">
      {(tie) => (
        <NativeSelect {...tie} {...register('category')}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}

function TagsRow({ addTypedRef }: { addTypedRef: CharacterFormState['addTypedTag'] }) {
  const { control } = useFormContext<CharacterValues>()
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field, fieldState }) => (
        <TagPicker
          ref={field.ref}
          addTypedRef={addTypedRef}
          tags={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message ?? forbiddenIn('tags', field.value)}
        />
      )}
    />
  )
}

function AudienceRows() {
  const { control, register } = useFormContext<CharacterValues>()
  const [category, isNsfw] = useWatch({ control, name: ['category', 'isNsfw'] })
  const isLimitless = category === rules.adultCategory
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Public"
        hint="Everyone finds it in the gallery. Otherwise only you can see it and chat with it."
        {...register('isPublic')}
      />
      <Controller
        control={control}
        name="isNsfw"
        render={({ field }) => (
          <Checkbox
            label="Adult content"
            hint={
              isLimitless
                ? `A character of the category ${rules.adultCategory} is always adult.`
                : 'Covered for everyone who has not enabled adult content in the settings.'
            }
            ref={field.ref}
            name={field.name}
            checked={isAdult({ category, isNsfw })}
            disabled={isLimitless}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.checked)}
          />
        )}
      />
    </div>
  )
}
