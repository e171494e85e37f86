/** Adds or changes an address. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { callRoute, SubmitButton, TextInput, useForm } from 'tablewright/web'
import { saveAddress } from '../../shared/routes.ts'
import { RegionSelects } from './RegionSelects.tsx'
import { useT } from './texts.ts'
import type { Address, Addresses } from './types.ts'

interface AddressFormProps {
  /** Null = a new one. */
  readonly address: Address | null
  readonly onSaved: (addresses: Addresses) => void
  readonly onCancel: (() => void) | null
}

const required = ['name', 'mobile', 'address'] as const

export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const t = useT()
  const { form, field, values, set, send, setErrors, errors, refusal, isBusy } = useForm({
    name: address?.name ?? '',
    mobile: address?.mobile ?? '',
    region: address?.region ?? '',
    address: address?.address ?? '',
  })
  const [isDefault, setDefault] = useState(address?.is_default ?? false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // The form of the checkout is around it.
    event.stopPropagation()
    const missing = Object.fromEntries(
      required.filter((name) => values[name].trim() === '').map((name) => [name, t('address-required')]),
    )
    const problems =
      /^\d{6}$/.test(values.region) && !values.region.endsWith('00')
        ? missing
        : { ...missing, region: t('address-region-problem') }
    if (Object.keys(problems).length > 0) return setErrors(problems)
    await send(async () => {
      const input = { ...values, is_default: isDefault, ...(address && { id: address.id }) }
      onSaved(await callRoute(saveAddress, input, { quiet: true }))
    })
  }
  return (
    <form {...form} className="shop-address-form" onSubmit={(event) => void submit(event)}>
      {refusal !== null && (
        <Callout compact intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
      <TextInput {...field('name')} label={t('address-name')} autoComplete="name" hasFocusFirst />
      <TextInput {...field('mobile')} label={t('address-mobile')} autoComplete="tel-national" />
      <RegionSelects
        value={values.region}
        problem={errors['region'] ?? null}
        onChange={(code) => set('region', code)}
      />
      <TextInput {...field('address')} label={t('address-street')} autoComplete="street-address" />
      <Checkbox checked={isDefault} label={t('address-make-default')} onChange={() => setDefault(!isDefault)} />
      <div className="shop-actions">
        {onCancel && <Button text={t('address-cancel')} onClick={onCancel} />}
        <SubmitButton isBusy={isBusy} text={t('address-save')} />
      </div>
    </form>
  )
}
