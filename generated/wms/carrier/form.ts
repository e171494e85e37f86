// Made by tablewright generate from schemas/wms/carrier.json · do not edit · 7633fddf84860b1a

import type { FormModel } from 'tablewright/protocol'

export const carrierForm: FormModel = {
  id: 'wms/carrier',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 128 },
      contact_person: { type: 'string', maxLength: 64 },
      mobile: { type: 'string', format: 'mobile', maxLength: 11 },
      email: { type: 'string', format: 'email', maxLength: 100 },
      wechat: { type: 'string', maxLength: 64 },
      level: { type: 'integer', minimum: 1, maximum: 5 },
      city: { type: 'string', maxLength: 64 },
      address: { type: 'string', maxLength: 255 },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'level', 'city', 'address', 'contact_person', 'mobile', 'email', 'wechat', 'remark'],
    name: { 'ui:widget': 'text' },
    contact_person: { 'ui:widget': 'text' },
    mobile: { 'ui:widget': 'mobile' },
    email: { 'ui:widget': 'email' },
    wechat: { 'ui:widget': 'text' },
    level: { 'ui:widget': 'integer' },
    city: { 'ui:widget': 'text' },
    address: { 'ui:widget': 'text' },
    remark: { 'ui:widget': 'textarea' },
  },
}
