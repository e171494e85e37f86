import type { ReactNode } from 'react'
import { isEmpty } from '../../protocol/index.ts'
import { can } from '../core/auth/permissions.ts'
import { pageOf } from './record-names.ts'

/**
 * Where a record is opened; null for those who may not open it, or when there is none.
 * @param table its entity, for example `wms/product`
 */
export function recordAddress(table: string, id: unknown): string | null {
  const page = pageOf(table)
  return !isEmpty(id) && Number(id) > 0 && can(page, 'edit') ? `#/admin/${page}?edit=${String(id)}` : null
}

/** A value that leads to the record it names. */
export function RecordLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return (
    <a className="record-link" href={address}>
      {children}
    </a>
  )
}
