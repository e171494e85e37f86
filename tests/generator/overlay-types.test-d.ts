/** The hooks of a module know the fields that it adds to an entity of another module, as it is generated for a case. */
import { defineServerModule } from 'tablewright/server'
import type { AuditServerParts } from './cases/overlays/expected/generated/audit/parts.ts'
import type { DeskServerParts } from './cases/overlays/expected/generated/desk/parts.ts'
import type { ShopServerParts } from './cases/overlays/expected/generated/shop/parts.ts'

export const desk = defineServerModule<DeskServerParts>({
  name: 'desk',
  hooks: {
    'shop/item': {
      beforeUpdate(_scope, _trx, { given, overrides }, current) {
        const [level, name]: [1 | 2, string] = [current.desk_level, current.name]
        overrides.set('desk_days', level)
        // @ts-expect-error 3 is no level
        given.set('desk_level', 3)
        // @ts-expect-error the field is called desk_agent_id
        given.get('desk_agent')
        return Promise.resolve(void name)
      },
    },
    // @ts-expect-error the module adds nothing to it
    'shop/part': {},
  },
})

/** The entity's own module sees them, too: there is one table. */
export const shop = defineServerModule<ShopServerParts>({
  name: 'shop',
  hooks: {
    'shop/item': {
      beforeUpdate: (_scope, _trx, _change, { desk_level: level }) => Promise.resolve(void (level satisfies 1 | 2)),
    },
  },
})

/** A module that has nothing but overlays. */
export const audit = defineServerModule<AuditServerParts>({
  name: 'audit',
  hooks: {
    'shop/item': {
      beforeUpdate: (_scope, _trx, _change, { audit_note: note }) =>
        Promise.resolve(void (note satisfies string | null)),
    },
  },
})
