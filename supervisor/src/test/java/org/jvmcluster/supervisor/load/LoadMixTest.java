package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadMixTest {
  @Test
  void readsTheWeightBehindTheLastEqualsSign() {
    LoadMix mix = LoadMix.parse("/fast=90,/cpu?ms=20=10");

    assertThat(mix.parts())
        .containsExactly(new LoadMix.Part("/fast", 90), new LoadMix.Part("/cpu?ms=20", 10));
    assertThat(mix.shares()).containsExactly(entry("/fast", 0.9), entry("/cpu?ms=20", 0.1));
  }

  @Test
  void sendsAnEscapedCommaAsItStands() {
    assertThat(LoadMix.parse("/a?list=1%2C2=3").parts())
        .containsExactly(new LoadMix.Part("/a?list=1%2C2", 3));
  }

  @Test
  void writesWhatItReads() {
    LoadMix mix = LoadMix.parse("/fast=9, /cpu?ms=20&x==1");

    assertThat(LoadMix.parse(mix.text())).isEqualTo(mix);
    assertThat(LoadMix.of("/only").shares()).containsExactly(entry("/only", 1.0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|a part of the mix is empty",
        "/fast=1,|a part of the mix is empty",
        "fast=1|the part 'fast=1' does not begin with a slash",
        "/a?l=1,2=3|the part '2=3' does not begin with a slash",
        "/fast|the part '/fast' lacks its weight",
        "/cpu?ms=x|the weight 'x' behind the last '='",
        "/fast=0|the weight '0' behind the last '=' of '/fast=0' is no whole number in 1..10000",
        "/fast=1.5|the weight '1.5'",
        "/fast=-1|the weight '-1'",
        "/fast=10001|the weight '10001'",
        "/fast=99999999999|the weight '99999999999'",
        "/fast=|the weight ''",
        "/fa st=1|the path '/fa st' is none of a URL",
        "/a#b=1|write %23",
        "/fast=1,/fast=2|the path '/fast' stands twice",
      })
  void saysWhichPartIsWrongAndWhy(String text, String why) {
    assertThatThrownBy(() -> LoadMix.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void hasABoundedNumberOfPaths() {
    List<LoadMix.Part> most =
        IntStream.range(0, LoadMix.MOST_PATHS)
            .mapToObj(i -> new LoadMix.Part("/" + i, LoadMix.GREATEST_WEIGHT))
            .toList();
    List<LoadMix.Part> more = new ArrayList<>(most);
    more.add(new LoadMix.Part("/more", 1));

    assertThat(new MixOrder(new LoadMix(most)).partOf(LoadMix.MOST_PATHS - 1L))
        .isEqualTo(LoadMix.MOST_PATHS - 1);
    assertThatThrownBy(() -> new LoadMix(more)).hasMessageContaining("1 to 64 paths, not 65");
  }
}
