/** The addresses of the member. */
import { Button, Spinner, Tag } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listAddresses, removeAddress } from '../../shared/routes.ts'
import { AddressForm } from './AddressForm.tsx'
import { AddressText } from './AddressText.tsx'
import { LoadProblem } from './LoadProblem.tsx'
import { ShopPage } from './ShopPage.tsx'
import { useT } from './texts.ts'
import type { Address, Addresses as AddressList } from './types.ts'

export function Addresses() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('addresses'))
  const { value, error, retry } = useStaleWhileRevalidate(`shop addresses ${language}`, () =>
    callRoute(listAddresses, null, { quiet: true }),
  )
  /** The list after the last change; null = as it was loaded. */
  const [latest, setLatest] = useState<AddressList | null>(null)
  const [form, setForm] = useState<Address | 'new' | null>(null)
  const list = (latest ?? value)?.list
  const remove = async (id: number): Promise<void> => setLatest(await callRoute(removeAddress, { id }))
  return (
    <ShopPage>
      <h1>{t('addresses')}</h1>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !list && <Spinner aria-label={t('loading')} />}
      {list?.length === 0 && form === null && <p className="tw-card tw-muted">{t('address-none')}</p>}
      {list && list.length > 0 && (
        <ul className="tw-card shop-addresses">
          {list.map((address) => (
            <li key={address.id}>
              <AddressText address={address} />
              {address.is_default && (
                <Tag minimal intent="primary">
                  {t('address-default')}
                </Tag>
              )}
              <span className="shop-actions">
                <Button
                  variant="minimal"
                  text={t('address-edit')}
                  aria-label={t('address-edit-of', { name: address.name })}
                  onClick={() => setForm(address)}
                />
                <Button
                  variant="minimal"
                  text={t('address-delete')}
                  aria-label={t('address-delete-of', { name: address.name })}
                  onClick={() => void remove(address.id).catch(() => undefined)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {form === null ? (
        list && (
          <div>
            <Button icon={<Plus />} text={t('address-add')} onClick={() => setForm('new')} />
          </div>
        )
      ) : (
        <div className="tw-card">
          <AddressForm
            key={form === 'new' ? 0 : form.id}
            address={form === 'new' ? null : form}
            onCancel={() => setForm(null)}
            onSaved={(addresses) => {
              setLatest(addresses)
              setForm(null)
            }}
          />
        </div>
      )}
    </ShopPage>
  )
}
