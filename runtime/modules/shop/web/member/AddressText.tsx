import { useRegionName } from './regions.ts'
import type { Address } from './types.ts'

/** Whom a parcel is for, and where it goes. */
export function AddressText({
  address,
}: {
  readonly address: Pick<Address, 'name' | 'mobile' | 'region' | 'address'>
}) {
  const region = useRegionName(address.region)
  return (
    <span className="shop-address">
      <strong>
        {address.name} {address.mobile}
      </strong>
      <span>
        {region} {address.address}
      </span>
    </span>
  )
}
