import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { PictureField, type PictureFieldProps } from '#web/components/shared/picture_field'
import { pictureAddressRule } from '../settings_forms.ts'

interface PictureSettingProps<Values extends FieldValues> extends Pick<
  PictureFieldProps,
  'label' | 'isOptional' | 'onBusyChange'
> {
  control: Control<Values>
  name: FieldPath<Values>
}

/** A round picture in a form. */
export function PictureSetting<Values extends FieldValues>({ control, name, ...rest }: PictureSettingProps<Values>) {
  const { field, fieldState } = useController({ control, name, rules: { validate: pictureAddressRule } })
  return <PictureField shape="round" {...field} error={fieldState.error?.message ?? null} {...rest} />
}
