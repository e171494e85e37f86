/** Courses of the demo: one in each language. */
import { courseOptions, lessonOptions } from '#generated/exam/options.ts'
import type { AnyDemoRecord } from '#generated/exam/server.ts'

interface DemoCourse {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly chapters: readonly {
    readonly title: string
    readonly lessons: readonly (readonly [title: string, text: string])[]
  }[]
}

const courses: readonly DemoCourse[] = [
  {
    key: 'zh',
    title: '新员工仓储入门',
    description: '收货、上架与安全的基本知识，约一小时。',
    chapters: [
      {
        title: '收货',
        lessons: [
          ['核对到货', '逐项核对数量、批号与外包装，差异当场记录。'],
          ['处理破损', '拍照、隔离、登记，并通知供应商。'],
        ],
      },
      {
        title: '安全',
        lessons: [
          ['防护用品', '进入仓库须穿安全鞋与反光背心。'],
          ['叉车通道', '通道内不堆放货物，行人走人行道。'],
        ],
      },
    ],
  },
  {
    key: 'en',
    title: 'Warehouse basics',
    description: 'Receiving, storing and safety for new colleagues, about an hour.',
    chapters: [
      {
        title: 'Receiving',
        lessons: [
          ['Compare what arrives', 'Compare quantity, batch and packaging, and write down differences at once.'],
          ['Damaged goods', 'Photograph them, set them apart, record them, and tell the supplier.'],
        ],
      },
      {
        title: 'Safety',
        lessons: [
          ['What to wear', 'Safety shoes and a reflective vest are worn in the warehouse.'],
          ['Aisles', 'Nothing stands in aisles, and people walk beside them.'],
        ],
      },
    ],
  },
]

export function demoCourses(): readonly AnyDemoRecord[] {
  return courses.flatMap(({ key, title, description, chapters }): readonly AnyDemoRecord[] => [
    {
      table: 'exam/course',
      key: `course ${key}`,
      values: {
        title,
        description,
        status: courseOptions.status.open,
        certificate: courseOptions.certificate.yes,
      },
    },
    ...chapters.flatMap((chapter, place): readonly AnyDemoRecord[] => [
      {
        table: 'exam/chapter',
        key: `chapter ${key} ${place}`,
        values: { title: chapter.title, course_id: { ref: `course ${key}` } },
      },
      ...chapter.lessons.map(([name, text], index): AnyDemoRecord => ({
        table: 'exam/lesson',
        key: `lesson ${key} ${place} ${index}`,
        values: {
          title: name,
          chapter_id: { ref: `chapter ${key} ${place}` },
          kind: lessonOptions.kind.text,
          content: `<p>${text}</p>`,
          minutes: 10,
          status: lessonOptions.status.enabled,
        },
      })),
    ]),
  ])
}
