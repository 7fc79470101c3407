import { PageHead } from '../../ui/page-head.tsx';
import { head } from './copy.ts';
import { FeatureCards } from './feature-cards.tsx';
import { FieldLists } from './field-lists.tsx';
import { FinalCall } from './final-call.tsx';
import { Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { SampleList } from './sample-list.tsx';
import { StructuredData } from './structured-data.tsx';

export default function LandingPage() {
  return (
    <>
      <PageHead {...head} />
      <StructuredData />
      <Hero />
      <SampleList />
      <FeatureCards />
      <FieldLists />
      <Pricing />
      <FinalCall />
    </>
  );
}
