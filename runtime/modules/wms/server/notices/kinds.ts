/** Kinds of notices of the warehouse. */
import { listPath, type NoticeKind } from 'tablewright/server'
import { relocationOptions, warehousingOptions } from '#generated/wms/options.ts'

/** Its recipients are those who may open the list of stock. */
export const lowStock: NoticeKind = {
  name: 'wms/lowStock',
  label: { 'zh-cn': '库存不足', en: 'Low stock' },
  path: listPath('wms/stock'),
  nodes: ['wms/stock/index'],
}

/** Its recipients are those who may open the list of batches, which lists those that expire first at the top. */
export const expiry: NoticeKind = {
  name: 'wms/expiry',
  label: { 'zh-cn': '批次临期或过期', en: 'Batches that expire' },
  path: listPath('wms/stockLayer', {
    search: [
      { field: 'remaining', operator: 'gt', val: '0' },
      { field: 'expire_at', operator: 'NOT NULL', val: '' },
    ],
  }),
  nodes: ['wms/stockLayer/index'],
}

const { audit_status: audit } = warehousingOptions
const { status } = relocationOptions

/** Kinds for documents that wait; their recipients are those who may audit them. */
export const inboundToAudit: NoticeKind = {
  name: 'wms/inboundToAudit',
  label: { 'zh-cn': '待审核的入库单', en: 'Inbound orders to audit' },
  path: listPath('wms/warehousing', {
    search: [{ field: 'audit_status', operator: 'eq', val: String(audit.unaudited) }],
  }),
  nodes: ['wms/warehousing/audit'],
}

export const outboundToAudit: NoticeKind = {
  name: 'wms/outboundToAudit',
  label: { 'zh-cn': '待审核的出库单', en: 'Outbound orders to audit' },
  path: listPath('wms/outbound', {
    search: [{ field: 'audit_status', operator: 'eq', val: String(audit.unaudited) }],
  }),
  nodes: ['wms/outbound/audit'],
}

export const relocationToAudit: NoticeKind = {
  name: 'wms/relocationToAudit',
  label: { 'zh-cn': '待审核的移库单', en: 'Relocations to audit' },
  path: listPath('wms/relocation', {
    search: [
      { field: 'audit_status', operator: 'eq', val: String(audit.unaudited) },
      { field: 'status', operator: 'ne', val: String(status.cancelled) },
    ],
  }),
  nodes: ['wms/relocation/audit'],
}

export const noticeKinds: readonly NoticeKind[] = [lowStock, expiry, inboundToAudit, outboundToAudit, relocationToAudit]
