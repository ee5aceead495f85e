import { limits, type OwnCollection } from '#modules/community/api'
import { useForm } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { Checkbox } from '#web/components/ui/toggle'
import { sentenceOf } from '#web/lib/api_error'
import { countCodePoints } from '#web/lib/code_points'
import { useChangeCollection, useCreateCollection } from '../collections.ts'

interface CollectionDialogProps {
  /** The collection to change. Null: a new one. */
  collection: OwnCollection | null
  onClose: () => void
}

/** Makes a collection or changes its name, words and who sees it. */
export function CollectionDialog({ collection, onClose }: CollectionDialogProps) {
  const form = useForm({
    defaultValues: collection ?? { name: '', about: '', isPublic: false },
  })
  const { errors } = form.formState
  const [create, change] = [useCreateCollection(), useChangeCollection()]
  const sending = collection ? change : create
  const send = form.handleSubmit(async ({ name, about, isPublic }) => {
    const body = { name, about, isPublic }
    const sent = collection ? change.mutateAsync({ params: { id: collection.id }, body }) : create.mutateAsync({ body })
    await sent.then(onClose, () => {})
  })
  return (
    <Dialog isOpen onClose={onClose} title={collection ? 'Edit collection' : 'New collection'}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={(event) => void send(event)}>
        <Field label="Name" error={errors.name?.message}>
          <Input
            autoComplete="off"
            {...form.register('name', {
              validate: (name) =>
                (name.trim() !== '' && countCodePoints(name.trim()) <= limits.collectionNameMax) ||
                `A name has 1 to ${limits.collectionNameMax} characters.`,
            })}
          />
        </Field>
        <Field label="About it" error={errors.about?.message}>
          <TextArea
            rows={3}
            {...form.register('about', {
              validate: (about) =>
                countCodePoints(about) <= limits.collectionAboutMax ||
                `The words have at most ${limits.collectionAboutMax} characters.`,
            })}
          />
        </Field>
        <Checkbox
          label="Public"
          hint="People see it on your profile page, with the characters that they may see."
          {...form.register('isPublic')}
        />
        {sending.error && (
          <p role="alert" className="text-sm text-danger-text">
            {sentenceOf(sending.error, 'Couldn’t save the collection.')}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isLoading={sending.isPending}>
            {collection ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
