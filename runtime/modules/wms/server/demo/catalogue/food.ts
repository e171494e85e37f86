import { words, type Root } from './plan.ts'

const flavours = words('原味 番茄味 烧烤味 海苔味 香辣味')

export const food: Root = {
  name: '食品饮料',
  field: 'food',
  branches: [
    {
      name: '休闲零食',
      leaves: [
        {
          name: '膨化食品',
          goods: words('薯片 虾条 米果 玉米卷'),
          variants: flavours,
          specs: words('40g×24袋 70g×20袋 104g×12袋'),
          area: '食品区',
          unit: '箱',
          price: [6800, 15800],
          days: [180, 270],
          shape: 'pouch',
          hue: 38,
        },
        {
          name: '坚果炒货',
          goods: words('巴旦木仁 夏威夷果 开心果 腰果仁'),
          variants: words('盐焗 奶香 原味 蜂蜜 炭烧'),
          specs: words('120g 250g 500g'),
          area: '食品区',
          unit: '袋',
          price: [1690, 6890],
          days: [180, 300],
          shape: 'pouch',
          hue: 26,
        },
      ],
    },
    {
      name: '酒水饮料',
      leaves: [
        {
          name: '果汁饮料',
          goods: words('橙汁 苹果汁 葡萄汁 芒果汁'),
          variants: words('鲜榨 低糖 果粒 冷压 NFC'),
          specs: words('300ml×12瓶 500ml×15瓶 1L×6瓶'),
          area: '酒水饮料区',
          unit: '箱',
          price: [3600, 9900],
          days: [120, 365],
          shape: 'bottle',
          hue: 30,
        },
        {
          name: '茶饮咖啡',
          goods: words('乌龙茶饮料 茉莉花茶饮料 拿铁咖啡饮料 美式咖啡饮料'),
          variants: words('无糖 低糖 经典 浓香 冷萃'),
          specs: words('250ml×24罐 500ml×15瓶 900ml×12瓶'),
          area: '酒水饮料区',
          unit: '箱',
          price: [4500, 12800],
          days: [270, 365],
          shape: 'can',
          hue: 96,
        },
      ],
    },
    {
      name: '粮油调味',
      leaves: [
        {
          name: '米面杂粮',
          goods: words('长粒香米 高筋小麦粉 黄小米 荞麦挂面'),
          variants: words('东北 有机 家庭装 精选 当季'),
          specs: words('1kg 2.5kg 5kg'),
          area: '粮油调味区',
          unit: '袋',
          price: [990, 6990],
          days: [180, 540],
          shape: 'sack',
          hue: 44,
        },
        {
          name: '酱油醋酱',
          goods: words('酿造酱油 陈醋 黄豆酱 蚝油'),
          variants: words('特级 零添加 减盐 家用 金标'),
          specs: words('500ml 800ml 1.28L'),
          area: '粮油调味区',
          unit: '瓶',
          price: [590, 2890],
          days: [360, 720],
          shape: 'bottle',
          hue: 14,
        },
      ],
    },
  ],
}
