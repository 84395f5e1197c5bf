package field;

import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Lucene: four threads that add, replace and delete documents of their own through one IndexWriter, three that search
 * what is there, one that commits and refreshes; merges run beside them. The last state depends on no schedule.
 */
final class Lucene {
  private static final String[] WORDS = {"lock", "thread", "race", "order", "clock", "heap", "stack", "queue", "field",
      "array", "monitor", "barrier", "fence", "volatile", "atomic", "period", "view", "section"};
  private static final int INDEXERS = 4;

  private final int documents = Work.scaled(6000);
  private final int searches = Work.scaled(3000);
  private final int commits = Work.scaled(60);

  public static void main(String[] arguments) throws Exception {
    new Lucene().run();
  }

  private void run() throws Exception {
    try (Directory directory = FSDirectory.open(Work.folder());
        StandardAnalyzer analyzer = new StandardAnalyzer()) {
      IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(1);
      try (IndexWriter writer = new IndexWriter(directory, config);
          SearcherManager searchers = new SearcherManager(writer, null)) {
        long changes = new Crew()
            .add(INDEXERS, "indexer", number -> () -> index(writer, number))
            .add(3, "searcher", number -> () -> search(searchers, number))
            .add(1, "committer", number -> () -> commit(writer, searchers))
            .work();
        Work.say("documents written", changes);
        writer.forceMerge(2);
        writer.commit();
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        summary(new IndexSearcher(reader));
      }
    }
  }

  private long index(IndexWriter writer, int number) throws IOException {
    SplittableRandom random = new SplittableRandom(number);
    for (int i = 0; i < documents; i++) {
      String id = number + "-" + i;
      writer.addDocument(document(id, number, i, random));
      if (i % 5 == 4) {
        String old = number + "-" + random.nextInt(i);
        writer.updateDocument(new Term("id", old), document(old, number, -i, random));
      }
      // Each thread deletes only its own, so which are left is the same in every run.
      if (i % 11 == 10) writer.deleteDocuments(new Term("id", number + "-" + random.nextInt(i)));
    }
    return documents;
  }

  private static Document document(String id, int owner, int rank, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int words = 20 + random.nextInt(60); words > 0; words--) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new StringField("owner", "" + owner, Field.Store.YES));
    document.add(new TextField("text", text.toString(), Field.Store.YES));
    document.add(new IntPoint("rank", rank));
    document.add(new NumericDocValuesField("rank", rank));
    return document;
  }

  private long search(SearcherManager searchers, int number) throws IOException {
    SplittableRandom random = new SplittableRandom(100 + number);
    for (int i = 0; i < searches; i++) {
      IndexSearcher searcher = searchers.acquire();
      try {
        String word = WORDS[random.nextInt(WORDS.length)];
        String owner = "" + random.nextInt(INDEXERS);
        Query query = switch (i % 3) {
          case 0 -> both(new TermQuery(new Term("text", word)), new TermQuery(new Term("owner", owner)));
          case 1 -> both(new PhraseQuery("text", word, "lock"), new TermQuery(new Term("owner", owner)));
          default -> both(IntPoint.newRangeQuery("rank", 0, 500), new TermQuery(new Term("owner", owner)));
        };
        TopDocs found = i % 2 == 0 ? searcher.search(query, 5)
                                   : searcher.search(query, 5, new Sort(new SortField("rank", SortField.Type.INT)));
        for (ScoreDoc hit : found.scoreDocs) {
          Document document = searcher.doc(hit.doc);
          Work.same(owner, document.get("owner"), "owner of a hit");
          if (i % 3 == 0) Work.check(document.get("text").contains(word), "a hit with the word");
          Work.same(1, searcher.count(new TermQuery(new Term("id", document.get("id")))), "documents of one id");
        }
      } finally {
        searchers.release(searcher);
      }
    }
    return 0;
  }

  private long commit(IndexWriter writer, SearcherManager searchers) throws IOException {
    for (int i = 0; i < commits; i++) {
      writer.commit();
      searchers.maybeRefreshBlocking();
    }
    return 0;
  }

  private static Query both(Query a, Query b) {
    return new BooleanQuery.Builder().add(a, BooleanClause.Occur.MUST).add(b, BooleanClause.Occur.FILTER).build();
  }

  private static void summary(IndexSearcher searcher) throws IOException {
    Work.say("documents left", searcher.getIndexReader().numDocs());
    long counts = 0;
    for (String word : WORDS) {
      counts = Work.mix(counts, searcher.count(new TermQuery(new Term("text", word))));
      counts = Work.mix(counts, searcher.count(new PhraseQuery("text", word, "race")));
    }
    for (int rank = 0; rank < 1000; rank += 100) {
      counts = Work.mix(counts, searcher.count(IntPoint.newRangeQuery("rank", -rank, rank)));
    }
    Work.say("counts", Long.toHexString(counts));
  }
}
