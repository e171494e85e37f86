/** Advice about entities that belong together. */
import { fields, integer, label, plain, relation, text, type Advice } from './schemas.ts'

export const entityAdvice: readonly Advice[] = [
  {
    what: 'another table of the same entity, of which nothing has to be said',
    before: { bin: plain },
    rows: { bin: [{ name: 'a' }] },
    changed: { bin: { meta: { table: 'advice_basket' } } },
    says: '',
    deeds: [{}],
    after: { basket: [{ name: 'a' }] },
  },
  {
    what: 'the former name of an entity with lines, also one of several',
    before: {
      trip: fields({
        stops: { type: 'array', 'x-relation': { to: 'advice/stop', owned: true }, 'x-label': label('l') },
      }),
      stop: plain,
    },
    rows: { trip: [{ name: 'a' }], stop: [{ name: 'b', trip_id: 1, line_no: 1 }] },
    changed: {
      tour: fields({
        stops: { type: 'array', 'x-relation': { to: 'advice/stop', owned: true }, 'x-label': label('l') },
      }),
      stop: plain,
    },
    says: '"x-renamedFrom": "advice/trip"',
    deeds: [
      {
        schemas: {
          tour: fields(
            { stops: { type: 'array', 'x-relation': { to: 'advice/stop', owned: true }, 'x-label': label('l') } },
            { root: { 'x-renamedFrom': ['advice/ride', 'advice/trip'] } },
          ),
          stop: plain,
        },
      },
    ],
    after: { tour: [{ name: 'a' }], stop: [{ name: 'b', tour_id: 1, line_no: 1 }] },
  },
  {
    what: 'documents of records that become lines',
    before: { order: plain, piece: plain },
    rows: { order: [{ name: 'o' }, { name: 'p' }], piece: [{ name: 'a' }, { name: 'b' }] },
    changed: {
      order: fields({
        pieces: { type: 'array', 'x-relation': { to: 'advice/piece', owned: true }, 'x-label': label('l') },
      }),
      piece: plain,
    },
    says: 'Restore the entity first, add a field order_id to it that refers to advice_order',
    deeds: [
      { schemas: { order: plain, piece: fields({ order_id: relation('order') }) } },
      { sql: ['update advice_piece set order_id = 2'] },
      {
        schemas: {
          order: fields({
            pieces: { type: 'array', 'x-relation': { to: 'advice/piece', owned: true }, 'x-label': label('l') },
          }),
          piece: plain,
        },
      },
    ],
    after: {
      piece: [
        { name: 'a', order_id: 2, line_no: 1 },
        { name: 'b', order_id: 2, line_no: 1 },
      ],
    },
  },
  {
    what: 'records whose titles texts have',
    before: { brand: plain, good: fields({ brand_id: text() }) },
    rows: {
      brand: [{ name: 'Acme' }],
      good: [
        { name: 'a', brand_id: 'Acme' },
        { name: 'b', brand_id: 'Umbra' },
        { name: 'c', brand_id: null },
      ],
    },
    changed: { brand: plain, good: fields({ brand_id: relation('brand') }) },
    says: '2: Umbra',
    deeds: [
      { schemas: { brand: plain, good: fields({ brand_id: text() }) } },
      { sql: [`insert into advice_brand (name) values ('Umbra')`] },
      { schemas: { brand: plain, good: fields({ brand_id: relation('brand') }) } },
    ],
    after: {
      good: [
        { name: 'a', brand_id: 1 },
        { name: 'b', brand_id: 2 },
        { name: 'c', brand_id: null },
      ],
    },
  },
  {
    what: 'a rule that gives records that are there',
    before: { owner: plain, pet: fields({ no: integer() }) },
    rows: {
      owner: [{ name: 'x' }],
      pet: [
        { name: 'a', no: 1 },
        { name: 'b', no: 2 },
      ],
    },
    changed: { owner: plain, pet: fields({ no: integer(), owner_id: relation('owner', { 'x-backfill': 'no' }) }) },
    says: '2: 2 (',
    deeds: [{ sql: [`insert into advice_owner (name) values ('y')`] }],
    after: {
      pet: [
        { name: 'a', no: 1, owner_id: 1 },
        { name: 'b', no: 2, owner_id: 2 },
      ],
    },
  },
  {
    what: 'values that refer to records',
    before: { place: plain, thing: fields({ place_id: integer() }) },
    rows: {
      place: [{ name: 'x' }],
      thing: [
        { name: 'a', place_id: 1 },
        { name: 'b', place_id: 7 },
      ],
    },
    changed: { place: plain, thing: fields({ place_id: relation('place') }) },
    says: 'Change or clear these values first',
    deeds: [{ sql: ['update advice_thing set place_id = null where place_id = 7'] }],
    after: {
      thing: [
        { name: 'a', place_id: 1 },
        { name: 'b', place_id: null },
      ],
    },
  },
]
