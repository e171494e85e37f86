/** Chooses the address of an order, or adds one without leaving the checkout. */
import { Button, Tag } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { AddressForm } from './AddressForm.tsx'
import { AddressText } from './AddressText.tsx'
import { useT } from './texts.ts'
import type { Address, Addresses } from './types.ts'

interface AddressChoiceProps {
  readonly addresses: readonly Address[]
  readonly address: number | null
  readonly onChoose: (id: number) => void
  readonly onSaved: (addresses: Addresses) => void
}

export function AddressChoice({ addresses, address, onChoose, onSaved }: AddressChoiceProps) {
  const t = useT()
  const name = useId()
  const [isAdding, setAdding] = useState(false)
  const isOpen = isAdding || addresses.length === 0
  return (
    <section className="tw-card shop-section">
      <h2>{t('address-choose')}</h2>
      {addresses.length > 0 && (
        <fieldset className="shop-choices">
          <legend className="tw-visually-hidden">{t('address-choose')}</legend>
          {addresses.map((candidate) => (
            <label key={candidate.id} className="shop-choice">
              <input
                type="radio"
                name={name}
                checked={candidate.id === address}
                onChange={() => onChoose(candidate.id)}
              />
              <AddressText address={candidate} />
              {candidate.is_default && <Tag minimal>{t('address-default')}</Tag>}
            </label>
          ))}
        </fieldset>
      )}
      {isOpen ? (
        <AddressForm
          address={null}
          onCancel={addresses.length === 0 ? null : () => setAdding(false)}
          onSaved={(list) => {
            setAdding(false)
            onSaved(list)
          }}
        />
      ) : (
        <div>
          <Button variant="minimal" icon={<Plus />} text={t('address-add')} onClick={() => setAdding(true)} />
        </div>
      )}
    </section>
  )
}
